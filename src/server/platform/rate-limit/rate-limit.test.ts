import { describe, expect, it } from 'vitest';
import { networkOfAddress, secondsUntilRoom } from './rate-limit.rules.ts';

describe('room for another try', () => {
  it('exists up to the limit, and again when the try that filled it has left the window', () => {
    const limit = [{ tries: 3, seconds: 100 }];
    expect(secondsUntilRoom([], limit)).toBe(0);
    expect(secondsUntilRoom([90, 50], limit)).toBe(0);
    expect(secondsUntilRoom([90, 50, 10], limit)).toBe(10);
    expect(secondsUntilRoom([99.9, 50, 10], limit)).toBe(1);
    // One more than the limit: two have to expire before there is room.
    expect(secondsUntilRoom([90, 70, 50, 10], limit)).toBe(30);
    // Tries outside the window do not count.
    expect(secondsUntilRoom([150, 120, 50, 10], limit)).toBe(0);
  });

  it('is needed in every window', () => {
    const limit = [
      { tries: 1, seconds: 10 },
      { tries: 2, seconds: 100 },
    ];
    expect(secondsUntilRoom([4], limit)).toBe(6);
    expect(secondsUntilRoom([4, 30], limit)).toBe(70);
    expect(secondsUntilRoom([20], limit)).toBe(0);
  });
});

describe('what an address stands for', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('%s → %s', (address, network) => {
    expect(networkOfAddress(address)).toBe(network);
  });
});
