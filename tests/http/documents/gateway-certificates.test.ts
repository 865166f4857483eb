// A gateway that requires client certificates, over real TLS with certificates of a test authority.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { openRegistry } from '#server/registry/open-registry.ts';
import { RegistryUnavailableError } from '#server/registry/registry.ts';
import { syntheticPeople } from '#server/registry/synthetic.ts';
import {
  gatewayClient,
  type ReferenceGateway,
  startReferenceGateway,
} from '../../support/registry-gateway.ts';

const file = (name: string) => join(import.meta.dirname, '../../fixtures/tls', name);
let gateway: ReferenceGateway;
beforeAll(async () => {
  gateway = await startReferenceGateway({
    key: readFileSync(file('server.key')),
    cert: readFileSync(file('server.pem')),
    ca: readFileSync(file('ca.pem')),
    requestCert: true,
    rejectUnauthorized: true,
  });
});
afterAll(() => gateway.stop());

const trusted = { REGISTRY_CA_FILE: file('ca.pem') };
const certificate = (name: string) => ({
  REGISTRY_CERT_FILE: file(`${name}.pem`),
  REGISTRY_KEY_FILE: file(`${name}.key`),
});

async function ask(settings: Record<string, string>) {
  const config = readConfig({
    REGISTRY_URL: gateway.url,
    REGISTRY_CLIENT_ID: gatewayClient.id,
    REGISTRY_CLIENT_SECRET: gatewayClient.secret,
    REGISTRY_TIMEOUT_SECONDS: '3',
    ...settings,
  });
  const registry = openRegistry(config, createLog('silent'));
  try {
    return await registry.findByTinOrMobile(syntheticPeople[2]!.tin);
  } finally {
    registry.close();
  }
}

describe('a gateway that requires a certificate', () => {
  it('responds to a portal with one from its authority', async () => {
    const found = await ask({ ...trusted, ...certificate('client') });
    expect(found?.nameEn).toBe(syntheticPeople[2]!.nameEn);
  });

  it.each([
    ['none', trusted],
    ['a stranger’s', { ...trusted, ...certificate('stranger') }],
  ])('gives nothing to a portal that shows %s', async (_, settings) => {
    const asked = gateway.asked.length;
    await expect(ask(settings)).rejects.toThrow(RegistryUnavailableError);
    expect(gateway.asked).toHaveLength(asked);
  });

  it('receives no secret when the portal does not trust its certificate', async () => {
    const given = gateway.tokensGiven;
    await expect(ask(certificate('client'))).rejects.toThrow(RegistryUnavailableError);
    expect(gateway.tokensGiven).toBe(given);
  });
});
