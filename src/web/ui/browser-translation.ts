// Keeps the portal going under a translator that translates in spite of the page's wish (index.html). Each text has a `<font>` of the translator's in its
// place then: React, which knows nothing of that, would change a text that nobody sees, and fail where it removes it or inserts something before it.
const fonts = new WeakMap<Node, ChildNode>();

const isFont = (node: Node | null): node is ChildNode => node?.nodeName === 'FONT';

const observer = new MutationObserver((records) => {
  for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    // What has changed is put back, and translated anew.
    if (type === 'characterData') fonts.get(target)?.replaceWith(target);
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE) continue;
      const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
      if (!font) continue;
      fonts.set(text, font);
      observer.observe(text, { characterData: true });
    }
  }
});
observer.observe(document.body, { childList: true, subtree: true });

/** What is in a child's place: its font, or what it has been wrapped in. */
function inPlaceOf(child: Node, parent: Node): Node | null {
  let node: Node | null = child.parentNode ? child : (fonts.get(child) ?? null);
  while (node && node.parentNode !== parent) node = node.parentNode;
  return node;
}

const { removeChild, insertBefore } = Node.prototype;
Node.prototype.removeChild = function <T extends Node>(child: T): T {
  const there = inPlaceOf(child, this);
  if (there) removeChild.call(this, there);
  return child;
};
Node.prototype.insertBefore = function <T extends Node>(node: T, child: Node | null): T {
  insertBefore.call(this, node, child && inPlaceOf(child, this));
  return node;
};
