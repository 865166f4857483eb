// In-app browsers refuse the clipboard, and pages without https have none; the deprecated `copy` command still works there.
const { clipboard } = navigator as { clipboard?: Clipboard };
const write = clipboard?.writeText.bind(clipboard);

async function writeText(text: string): Promise<void> {
  try {
    if (!write) throw new Error('no clipboard');
    await write(text);
  } catch (error) {
    const give = (event: ClipboardEvent) => {
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    };
    document.addEventListener('copy', give);
    const isCopied = document.execCommand('copy');
    document.removeEventListener('copy', give);
    if (!isCopied) throw error;
  }
}

if (clipboard) clipboard.writeText = writeText;
else Object.defineProperty(navigator, 'clipboard', { value: { writeText } });

export {};
