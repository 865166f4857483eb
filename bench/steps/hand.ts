// A hand at mouse and keyboard that counts what it does.
import type { Locator, Page } from 'playwright-core';

export class Hand {
  steps = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    this.steps += 1;
    await target.click();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.steps += 1;
      await this.page.keyboard.press(key);
    }
  }

  /** Opens a list of choices and picks one. */
  async choose(target: Locator, label: string): Promise<void> {
    this.steps += 2;
    await target.selectOption({ label });
  }

  /** Writing itself is no step; going to a field that has no focus yet is a click. */
  async write(target: Locator, text: string): Promise<void> {
    await target.waitFor();
    if ((await target.and(this.page.locator(':focus')).count()) === 0) await this.click(target);
    await target.fill(text);
  }

  /** Through the system's dialog: the button, the file, and its confirmation. */
  async chooseFile(button: Locator, name: string): Promise<void> {
    const opened = this.page.waitForEvent('filechooser');
    await this.click(button);
    this.steps += 2;
    await (await opened).setFiles({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF'),
    });
  }

  async drop(name: string): Promise<void> {
    this.steps += 1;
    const dataTransfer = await this.page.evaluateHandle(
      `(() => {
        const data = new DataTransfer();
        data.items.add(new File(['%PDF-1.4\\n%%EOF'], ${JSON.stringify(name)}, { type: 'application/pdf' }));
        return data;
      })()`,
    );
    await this.page.dispatchEvent('h1', 'drop', { dataTransfer });
  }
}
