import { settingsEndpoints } from '#contract/settings/calls.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import { ApiResponse } from '../platform/request/api-response.ts';
import type { GuardedSettings } from './guarded-settings.service.ts';
import type { Settings } from './settings.service.ts';

export function settingsRoutes(binder: Binder, settings: Settings, guarded: GuardedSettings): void {
  bind(binder, settingsEndpoints.publicShop, () => settings.publicShop());
  bind(binder, settingsEndpoints.shopLogo, async ({ reply }) =>
    reply
      .type('image/png')
      .header('Cache-Control', 'public, max-age=86400')
      .header('Content-Security-Policy', "default-src 'none'")
      .send(await settings.readLogo()),
  );
  bind(binder, settingsEndpoints.settings, () => guarded.list());
  bind(binder, settingsEndpoints.changeSetting, async (call) => {
    const { version, value, code } = call.body;
    const answer = await guarded.change(call.caller, call.params.key, { version, value, code }, call);
    return answer.status === 'pending' ? new ApiResponse(202, answer) : answer;
  });
  bind(binder, settingsEndpoints.approveSetting, (call) =>
    guarded.approve(call.caller, call.params.key, call.body, call),
  );
  bind(binder, settingsEndpoints.takeBackSetting, (call) =>
    guarded.takeBack(call.caller, call.params.key, call),
  );
  bind(binder, settingsEndpoints.settingHistory, ({ params, query }) =>
    settings.history(params.key, { page: query.page, pageSize: query.page_size }),
  );
  bind(binder, settingsEndpoints.changeLogo, (call) => settings.changeLogo(call.caller, call.file, call));
  bind(binder, settingsEndpoints.removeLogo, (call) => settings.removeLogo(call.caller, call));
}
