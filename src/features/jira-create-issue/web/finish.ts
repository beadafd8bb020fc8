import { macroSource } from '#language/editor/index.ts'
import { t } from '#platform/web/i18n.ts'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { JIRA_MACRO } from '#features/jira-macros/shared.ts'
import type { Place } from '../contract.ts'
import { type Created, tellOf } from './created.ts'
import type { IssueSource } from './state.ts'

/** The place in the page at which the server shows the issues; undefined in the editor. */
export function placeOf(source: IssueSource, isColumn: boolean): Place | undefined {
  if (source.kind !== 'page' || !source.found) return undefined
  const { pageId, version, found, column } = source
  return {
    pageId: Number(pageId),
    version,
    selectedText: found.pieces.join(''),
    index: found.index,
    numMatches: found.numMatches,
    ...(isColumn && column && { column: column.index }),
  }
}

/**
 * Shows the created issues: in the text that is edited, or in the page, which is loaded again.
 * @throws Error with the words of Jira if none was created
 */
export function finish(source: IssueSource, site: { id: string; name: string }, created: Created): void {
  if (created.created.length === 0) throw new Error(created.errors.map(({ message }) => message).join(' '))
  if (source.kind === 'page') {
    tellOf(created)
    return
  }
  const { editor, to } = source
  const { tr, schema, doc } = editor.state
  const nodes = created.created.flatMap(({ key }) => [
    schema.text(' '),
    schema.node('opaqueInline', {
      source: macroSource(JIRA_MACRO, { server: site.name, serverId: site.id, key, showSummary: 'false' }),
    }),
  ])
  editor.view.dispatch(tr.insert(Math.min(to(), doc.content.size), nodes))
  showSuccess(t('{{count}} issues were created in Jira.', { count: created.created.length }))
}
