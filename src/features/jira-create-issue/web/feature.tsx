import './jira-create-issue.css'
import TicketPlus from 'lucide-react/icons/ticket-plus'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { webFeature } from '#platform/web/feature.ts'
import { meta } from '#platform/web/session.ts'
import { slot } from '#platform/web/slots.tsx'
import { pageViewOptions } from '#features/content/web/index.ts'
import type {} from '#features/editor/web/index.ts'
import { SelectionButton, type SelectionContext } from '#features/highlight/web/index.ts'
import { CAN_CREATE_META, CREATE_ISSUE } from '../shared.ts'
import { columnAround } from './column.ts'
import { isTold } from './created.ts'
import { source } from './state.ts'

const CreateIssueDialog = lazy(() => import('./CreateIssueDialog.tsx'))
const CreatedBanner = lazy(() => import('./CreatedBanner.tsx'))
const EditorTool = lazy(() => import('./EditorTool.tsx'))

/** Whether a Jira is linked in which the reader can create issues. */
const canCreate = () => meta(CAN_CREATE_META) !== undefined

export const jiraCreateIssueWeb = webFeature({
  name: 'jira-create-issue',
  slots: [
    slot('selection.panel', {
      id: 'jira-create-issue',
      order: 15,
      render: context => (canCreate() && context.version === undefined ? <CreateButton context={context} /> : null),
    }),
    slot('page.after', {
      id: 'jira-create-issue',
      render: ({ contentId, mode }) => (mode === 'view' ? <DialogHost key={contentId} /> : null),
    }),
    slot('page.banner', {
      id: 'jira-create-issue',
      render: ({ contentId, mode }) => (mode === 'view' ? <BannerHost key={contentId} /> : null),
    }),
    slot('editor.tools', {
      id: 'jira-create-issue',
      render: context =>
        canCreate() ? (
          <Suspense>
            <EditorTool {...context} />
          </Suspense>
        ) : null,
    }),
    slot('editor.rail', { id: 'jira-create-issue', render: ({ contentId }) => <DialogHost key={contentId} /> }),
  ],
})

function CreateButton({ context }: { context: SelectionContext }) {
  const { data: view } = useQuery(pageViewOptions(context.contentId))
  if (!view) return null
  return (
    <SelectionButton
      action={CREATE_ISSUE}
      context={context}
      onPress={() => {
        source.set({
          kind: 'page',
          text: context.range.toString(),
          pageId: context.contentId,
          version: view.version,
          found: context.find(),
          column: columnAround(context.range),
          mayEdit: context.permissions.update,
        })
        context.close()
      }}
    >
      <TicketPlus />
    </SelectionButton>
  )
}

function DialogHost() {
  const now = source.use()
  if (!now) return null
  const close = () => {
    if (now.kind === 'editor') now.close()
    source.set(undefined)
  }
  return (
    <Suspense>
      <CreateIssueDialog source={now} onClose={close} />
    </Suspense>
  )
}

function BannerHost() {
  // The banner takes the parameter out of the address.
  const [isShown] = useState(isTold)
  if (!isShown) return null
  return (
    <Suspense>
      <CreatedBanner />
    </Suspense>
  )
}
