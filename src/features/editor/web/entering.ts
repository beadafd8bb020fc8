import { isReadOnly } from '#platform/web/access-mode.ts'
import { ApiError } from '#platform/web/api-error.ts'
import type { EnterContext } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { showFailure, showToast } from '#platform/web/ui/toast-store.ts'
import { meta } from '#platform/web/session.ts'
import type { EditorView } from '../contract.ts'
import { leaveUnwritten } from './at-exit.ts'
import { before, LIMIT_MS } from './deadline.ts'
import { CodeError, opensAsDocument } from './document-load.ts'
import { LoadGuard } from './load-guard.ts'
import { editorQueryKey, loadEditor, prepareEdit, editorTargetOf } from './prepare.ts'
import { QuickEdit, RefusedError } from './quick-edit.ts'
import { template, TemplateError } from './template-error.ts'

const resources = new LoadGuard(() => import('./EditorScreen.tsx'))

/** Editor screen, a separate chunk; resting on the edit button loads it. */
export const screen = () => resources.load()

/** @throws ApiError with status 0 when it takes too long, else {@link CodeError} */
const code = () =>
  screen().catch((error: unknown) => {
    throw error instanceof ApiError ? error : new CodeError('the editor could not be loaded', { cause: error })
  })

/** Changes of who watches the page wait for the editor while it loads; see {@link LoadGuard.whenReady}. */
export const whenEditorReady = <R>(action: () => Promise<R>) => resources.whenReady(action)

const quickEdit = new QuickEdit(isReadOnly)

/** Notes that the editor at an address is closed. */
export const leaveEditor = (href: string) => quickEdit.deactivate(href)

/** Loads what editing needs while the page still shows; false keeps the page and shows why. */
export async function enterEdit(context: EnterContext): Promise<boolean> {
  const deadline = Date.now() + LIMIT_MS
  const { href: from } = location
  const { href } = new URL(context.href, from)
  // The reader leaves an editor for another one, or has gone elsewhere while it was loading.
  if (quickEdit.href !== undefined && (quickEdit.href !== href || from !== href)) quickEdit.deactivate(quickEdit.href)
  const content = memo(() => template(prepareEdit(context)))
  const extra = async () => {
    await content()
    requireLiveData(context)
  }
  try {
    await quickEdit.activate({ href, resources: code, content, extra })
    return true
  } catch (failure) {
    if (failure instanceof RefusedError) {
      if (failure.reason === 'READ_ONLY')
        showReason(new ApiError({ status: 405, message: t('This site is read-only') }))
      return false
    }
    const error = failure instanceof TemplateError ? failure.cause : failure
    if (error !== failure) console.warn(failure)
    // A retry must refetch.
    await context.query.cancelQueries({ queryKey: editorQueryKey(editorTargetOf(context.pathname, context.search)) })
    const missing = failure instanceof CodeError ? failure : undefined
    if (!isOtherFailure(error) || !(await opensAsDocument(context.href, deadline, missing))) showReason(error)
    else if (location.href === from) location.assign(context.href)
    return false
  }
}

/** Work that is done once, however many ask for its result. */
function memo<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}

/**
 * A page that is edited together with others says how many may do so at once.
 * @throws ApiError if the document lacks it
 */
function requireLiveData({ query, pathname, search }: EnterContext): void {
  const view = query.getQueryData<EditorView>(editorQueryKey(editorTargetOf(pathname, search)))
  if (view?.isLive && meta('ajs-max-number-editors') === undefined)
    throw new ApiError({
      status: 0,
      message: t('The data for editing together are missing from this page. Reload it.'),
    })
}

/** Creates new content while the page still shows; false keeps the page and shows why. */
export async function enterNew({ query, pathname, search }: EnterContext): Promise<boolean> {
  const target = editorTargetOf(pathname, search)
  if ('begin' in target && target.begin.spaceKey === undefined && target.begin.fromPageId === undefined) return true
  const begun = loadEditor(target)
  try {
    const [, view] = await before(Date.now() + LIMIT_MS, Promise.all([screen(), begun]))
    query.setQueryData(editorQueryKey(target), view)
    return true
  } catch (error) {
    begun.then(leaveUnwritten, () => undefined)
    showReason(error)
    return false
  }
}

/** Statuses whose message says why the page cannot be edited. */
const TELLING: readonly number[] = [0, 401, 405, 412, 423]

function isOtherFailure(error: unknown): boolean {
  return !(error instanceof ApiError) || !TELLING.includes(error.status)
}

function showReason(error: unknown): void {
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 412) {
    showToast({
      kind: 'warning',
      title: t("You can't edit this page right now"),
      closeAfter: null,
      body: t(
        "This page is so popular, you've reached the maximum number of simultaneous editors. Try again when it's not so busy.",
      ),
    })
  } else if (status === 423 && error instanceof ApiError) {
    const { user } = error.answer ?? {}
    showToast({
      kind: 'error',
      title: t('Unable to edit'),
      body: t(
        'Collaborative editing is offline right now, and {{name}} is editing this page. Try again in a few minutes.',
        {
          name: typeof user === 'string' ? user : t('Somebody'),
        },
      ),
    })
  } else showFailure(t('The editor could not be opened'), error)
}
