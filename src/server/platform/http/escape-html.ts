// Escapes user-supplied text in pages that the server assembles.
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

/** Replaces the product's name in a built page with the shop's own. */
export const withShopName = (page: string, delivered: string, name: string) =>
  name === delivered ? page : page.replaceAll(delivered, () => escapeHtml(name));
