import { afterEach, expect, test, vi } from 'vitest';
import { onCloseRequest } from './close-request.ts';

/** Behaves like the standard: watchers that are created without a user activation in between form a group, which closes at once. */
class Watcher {
  static groups: Watcher[][] = [];
  static allowed = 1;
  onclose = () => {};
  constructor() {
    const { groups, allowed } = Watcher;
    if (groups.length < allowed) groups.push([this]);
    else groups.at(-1)!.push(this);
  }
  destroy() {
    Watcher.groups = Watcher.groups
      .map((group) => group.filter((one) => one !== this))
      .filter((group) => group.length > 0);
  }
}
const press = () => {
  Watcher.allowed += 1;
};
/** @returns whether anything was asked to close; otherwise the page is left */
function back(): boolean {
  const group = [...(Watcher.groups.at(-1) ?? [])];
  for (const one of group.reverse()) {
    one.destroy();
    one.onclose();
  }
  Watcher.allowed = Math.max(1, Watcher.allowed - 1);
  return group.length > 0;
}
vi.stubGlobal('CloseWatcher', Watcher);
afterEach(() => {
  Watcher.allowed = 1;
});

function openOne(isLocked = false) {
  const one = { asked: 0, isOpen: true, close: () => {} };
  const end = onCloseRequest(() => {
    one.asked += 1;
    if (!isLocked) one.close();
  });
  one.close = () => {
    one.isOpen = false;
    end();
  };
  return one;
}

test('only the topmost closes, even if both opened without a press in between', () => {
  const below = openOne();
  const above = openOne();
  expect(back()).toBe(true);
  expect([below.isOpen, above.isOpen]).toEqual([true, false]);
  expect(back()).toBe(true);
  expect(below.isOpen).toBe(false);
  expect(back()).toBe(false);
});

test('while the topmost is locked, nothing below it is asked to close', () => {
  press();
  const below = openOne();
  press();
  const above = openOne(true);
  for (let asked = 0; asked < 5; asked += 1) expect(back()).toBe(true);
  expect([above.asked, below.asked]).toEqual([5, 0]);
  above.close();
  back();
  expect(below.isOpen).toBe(false);
});

test('one that closed by itself below another is not asked any more', () => {
  const below = openOne();
  const above = openOne();
  below.close();
  expect(back()).toBe(true);
  expect([below.asked, above.asked]).toEqual([0, 1]);
  expect(back()).toBe(false);
});
