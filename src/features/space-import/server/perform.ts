import type { ErrorValues } from '#platform/error-text.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { HelperEnded, helperProcess } from '#platform/server/processes/helper.ts'
import type { HelperParent } from '#platform/server/processes/helper-parent.ts'
import { limitDocuments } from '#features/content-core/server/read.ts'
import { removeLeftFolders } from './folders.ts'
import { contextOfOwner, ImportCancelled, performStored, type RunHooks } from './runs.ts'
import { runById, type RunRow } from './run-store.ts'

/** The command of a helper that imports, without the id of the run. */
export const PERFORM_COMMAND = 'perform-import'
/** How often a helper says how far it is. */
const TELL_MS = 250
/** Most text, in UTF-16 units, whose documents a helper keeps: it reads one text after the other. */
const MOST_TEXT = 256 * 1024

/** Messages of a helper: its progress, and last the end of its work. */
type Said =
  | { readonly progress: readonly [done: number, total: number, title: string] }
  | { readonly end: 'done' | 'cancelled' | 'failed' }
  | { readonly refused: { readonly status: number; readonly key: string; readonly values?: ErrorValues | undefined } }

/** The process that waits for a helper. */
type Parent = Pick<HelperParent, 'signal' | 'tell'>

type PerformHooks = Pick<RunHooks, 'signal' | 'progress'>

/**
 * Imports or analyses the export of a run whose bytes are stored as a blob: in a helper process, so that serving goes
 * on, where the program starts such processes.
 * @throws ImportCancelled once an administrator cancels it, HelperEnded when the process was killed, and as
 * `importExport`
 */
export async function performRun(ctx: Context, row: RunRow, hooks: PerformHooks): Promise<void> {
  const [runHelper] = ctx.app.extensions.all(helperProcess)
  if (!runHelper) return void (await performStored(ctx, row, hooks))
  const { app } = ctx
  const ended = new AbortController()
  let last: Said | undefined
  try {
    await runHelper({
      command: [PERFORM_COMMAND, String(row.id)],
      // The server's, which is that of its port where the settings have none.
      env: { OXBOW_BASE_URL: app.baseUrl },
      signal: hooks.signal ? AbortSignal.any([hooks.signal, ended.signal]) : ended.signal,
      receive(said) {
        last = said as Said
        if ('progress' in last) hooks.progress?.(...last.progress).catch((error: unknown) => ended.abort(error))
      },
    })
  } finally {
    await removeLeftFolders(app.config.home)
  }
  throwEnd(last)
}

function throwEnd(said: Said | undefined): void {
  if (!said || 'progress' in said) throw new HelperEnded('exit code 0')
  if ('refused' in said) {
    const { status, key, values } = said.refused
    throw new HttpError(status, key, values && { values })
  }
  if (said.end === 'cancelled') throw new ImportCancelled()
  if (said.end === 'failed') throw new Error('the process that imported has logged why it failed')
}

/** The work of a helper: that of {@link performRun}. Tells its parent how it ends. */
export async function performInHelper(app: App, id: number, parent: Parent): Promise<void> {
  limitDocuments(MOST_TEXT)
  await parent.tell(await endOf(app, id, parent))
}

async function endOf(app: App, id: number, parent: Parent): Promise<Said> {
  let told = 0
  try {
    const row = await runById(app.database.read, id)
    if (!row) return { end: 'done' }
    await performStored(await contextOfOwner(app, row), row, {
      signal: parent.signal,
      async progress(...progress) {
        if (performance.now() - told < TELL_MS) return
        told = performance.now()
        await parent.tell({ progress } satisfies Said)
      },
    })
    return { end: 'done' }
  } catch (error) {
    if (parent.signal.aborted) return { end: 'failed' }
    if (error instanceof ImportCancelled) return { end: 'cancelled' }
    if (error instanceof HttpError)
      return { refused: { status: error.status, key: error.text.key, values: error.text.values } }
    app.log.error({ import: id, err: error }, 'an import of spaces failed')
    return { end: 'failed' }
  }
}
