// Escapes people's text in pages that the server assembles.
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

/** The built pages carry the product's name; it is replaced by the shop's own. */
export const withShopName = (page: string, delivered: string, name: string) =>
  name === delivered ? page : page.replaceAll(delivered, () => escapeHtml(name));
