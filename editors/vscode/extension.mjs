/** Starts `consensus-review lsp` for VS Code. Everything else is the language server's. Built into a .vsix by `npm run vsix`. */
import { commands, window, workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

let client;

async function begin() {
  const [command = 'consensus-review', ...args] = workspace.getConfiguration('consensusReview').get('command') ?? [];
  client = new LanguageClient(
    'consensusReview',
    'Consensus Review',
    { command, args: [...args, 'lsp'] },
    { documentSelector: [{ scheme: 'file' }] },
  );
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(
      `consensus-review could not be started as "${[command, ...args].join(' ')}": ${error.message}. Install it, or set consensusReview.command in your user settings.`,
    );
  }
}

export async function activate(context) {
  const restart = commands.registerCommand('consensusReview.restart', async () => {
    await client?.stop().catch(() => undefined);
    await begin();
  });
  context.subscriptions.push(restart);
  await begin();
}

export const deactivate = () => client?.stop();
