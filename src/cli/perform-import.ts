import type { Command } from 'commander'

/** The command of the helper process by which a server imports; see `performRun` of space-import. */
export function performImportCommand(program: Command): void {
  program
    .command('perform-import', { hidden: true })
    .argument('<run>', 'the number of the import')
    .description('imports for a server that waits for it; the server starts it')
    .action(performImport)
}

async function performImport(run: string): Promise<void> {
  const { HelperParent } = await import('#platform/server/processes/helper-parent.ts')
  const parent = new HelperParent()
  const { withWiki } = await import('./wiki.ts')
  await withWiki(async app => {
    const { performInHelper } = await import('#features/space-import/server/index.ts')
    await performInHelper(app, Number(run), parent)
  }, parent)
  parent.leave()
}
