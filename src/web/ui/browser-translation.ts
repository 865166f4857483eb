// Keeps the portal working under a browser translator that ignores `translate="no"` (index.html). The translator replaces each text node with a
// `<font>` of its own. React does not know that: it would update a text that nobody sees, and throw when it removes that text or inserts before it.
const fonts = new WeakMap<Node, ChildNode>();

const isFont = (node: Node | null): node is ChildNode => node?.nodeName === 'FONT';

const observer = new MutationObserver((records) => {
  for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    // Puts a changed text back, so that it is translated anew.
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

/** The node that stands in for a child: its `<font>`, or what it has been wrapped in. */
function findReplacement(child: Node, parent: Node): Node | null {
  let node: Node | null = child.parentNode ? child : (fonts.get(child) ?? null);
  while (node && node.parentNode !== parent) node = node.parentNode;
  return node;
}

const { removeChild, insertBefore } = Node.prototype;
Node.prototype.removeChild = function <T extends Node>(child: T): T {
  const there = findReplacement(child, this);
  if (there) removeChild.call(this, there);
  return child;
};
Node.prototype.insertBefore = function <T extends Node>(node: T, child: Node | null): T {
  insertBefore.call(this, node, child && findReplacement(child, this));
  return node;
};
