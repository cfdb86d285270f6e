/** A strict reader for the XML of our own formats: throws on anything that is not well-formed. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
}

const TOKEN = /<\?xml [^<>]*\?>|<\/([a-z]+)>|<([a-z]+)((?: [a-zA-Z]+="[^"<]*")*)(\/?)>|([^<]+)/uy;
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)/u;

export function readXml(text: string): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, children: [] };
  const open = [top];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (found === null) throw new Error(`not well-formed at ${at}: ${text.slice(at, at + 80)}`);
    const [whole, closed, opened, attributes = '', isEmpty] = found;
    if (ENTITY.test(whole)) throw new Error(`an unknown entity at ${at}: ${whole}`);
    if (closed !== undefined && open.pop()?.name !== closed) throw new Error(`${closed} is closed and was not open`);
    if (opened === undefined) continue;
    const pairs = [...attributes.matchAll(/ ([a-zA-Z]+)="([^"]*)"/gu)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const element: XmlElement = { name: opened, attributes: Object.fromEntries(pairs), children: [] };
    open.at(-1)?.children.push(element);
    if (isEmpty === '') open.push(element);
  }
  const [root] = top.children;
  if (open.length !== 1 || top.children.length !== 1 || root === undefined) throw new Error('not one closed element');
  return root;
}
