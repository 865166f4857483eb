// Text of people in a page that the server puts together.
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!);

/** The built pages name the portal as it is delivered; the shop's own name takes its place. */
export const withShopName = (page: string, delivered: string, name: string) =>
  name === delivered ? page : page.replaceAll(delivered, () => escapeHtml(name));
