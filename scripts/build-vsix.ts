/** `npm run vsix [FILE]`: the VS Code extension of editors/vscode as one .vsix file, with the version of the product. No network. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { readVersion } from '../src/version.ts';
import { zipFiles } from './zip-files.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'editors/vscode');
const version = readVersion();

const toXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly publisher: string;
  readonly categories: readonly string[];
  readonly engines: { readonly vscode: string };
}

const manifest: Manifest = { ...JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')), version };

/** One file; only what VS Code brings itself is left out. */
async function bundle(): Promise<string> {
  const built = await rolldown({
    cwd: root,
    platform: 'node',
    input: join(source, 'extension.mjs'),
    external: ['vscode'],
    onLog: () => undefined,
  });
  const { output } = await built.generate({ format: 'cjs', minify: true, codeSplitting: false });
  await built.close();
  return output[0].code;
}

const vsixManifest = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${toXml(manifest.name)}" Version="${version}" Publisher="${toXml(manifest.publisher)}"/>
    <DisplayName>${toXml(manifest.displayName)}</DisplayName>
    <Description xml:space="preserve">${toXml(manifest.description)}</Description>
    <Categories>${toXml(manifest.categories.join(','))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${toXml(manifest.engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;

const TYPES = { json: 'application/json', cjs: 'application/javascript', md: 'text/markdown', txt: 'text/plain' };
const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${Object.entries({ ...TYPES, vsixmanifest: 'text/xml' })
  .map(([name, type]) => `  <Default Extension=".${name}" ContentType="${type}"/>`)
  .join('\n')}
</Types>
`;

const target = resolve(process.argv[2] ?? join(root, 'dist-editors', `${manifest.name}-${version}.vsix`));
mkdirSync(dirname(target), { recursive: true });
const archive = zipFiles({
  'extension.vsixmanifest': Buffer.from(vsixManifest),
  '[Content_Types].xml': Buffer.from(contentTypes),
  'extension/package.json': Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
  'extension/extension.cjs': Buffer.from(await bundle()),
  'extension/README.md': readFileSync(join(source, 'README.md')),
  'extension/LICENSE.txt': readFileSync(join(root, 'LICENSE')),
});
writeFileSync(target, archive);
process.stdout.write(`${target} (${archive.length} bytes)\n`);
