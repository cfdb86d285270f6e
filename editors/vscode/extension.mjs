/** Starts `consensus-review lsp` for VS Code. Everything else is the language server's. Built into a .vsix by `npm run vsix`. */
import { homedir } from 'node:os';
import { commands, window, workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

let client;

async function begin() {
  const [command = 'consensus-review', ...args] = workspace.getConfiguration('consensusReview').get('command') ?? [];
  client = new LanguageClient(
    'consensusReview',
    'Consensus Review',
    // Not in the workspace, where Windows and a search path with relative folders would look for the program.
    { command, args: [...args, 'lsp'], options: { cwd: homedir() } },
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
