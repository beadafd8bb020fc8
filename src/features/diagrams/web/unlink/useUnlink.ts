import { useState } from 'react'
import { ApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { diagramsOfPage, unlinkDiagram } from '../../contract.ts'
import { NOT_IN_UNLINKED, UNLINK_PROBLEMS, unlinkNameProblem } from '../../names.ts'
import { showErrorAlert } from '../alerts.ts'

/** A diagram of another page that a page shows. */
export interface LinkedDiagram {
  /** Page of the attachment. */
  ownerPageId: string
  name: string
  /** Pinned version; undefined for the newest. */
  version: number | undefined
  /** The page that shows it. */
  pageId: string
  /** The page's text is being edited: its editor lets it show the copy. */
  isInline: boolean
}

export interface UnlinkProps {
  diagram: LinkedDiagram
  /** @param name of the copy */
  onUnlinked: (name: string) => void
  onClose: () => void
}

/** Logic of both unlink dialogs: the new name, its error at each keystroke, and the call. */
export function useUnlink({ diagram, onUnlinked, onClose }: UnlinkProps) {
  const { ownerPageId, version, pageId, isInline } = diagram
  const { data: taken } = useEndpoint(diagramsOfPage, { params: { pageId } })
  const [name, setName] = useState(diagram.name)
  const found = unlinkNameProblem(
    name,
    taken?.map(({ title }) => title),
  )
  const action = useAction(async () => {
    try {
      await call(unlinkDiagram, {
        params: { sourcePageId: ownerPageId, sourceDiagramName: diagram.name },
        query: {
          ...(version === undefined ? {} : { sourceDiagramVersion: String(version) }),
          targetPageId: pageId,
          targetDiagramName: name.trim(),
          ...(isInline ? { inline: true } : {}),
        },
      })
    } catch (error) {
      // An error of the name is shown beside it.
      if (error instanceof ApiError && error.status === 400 && error.field === 'targetDiagramName') throw error
      reportError(error)
      onClose()
      showErrorAlert(t('There was an error on the server while unlinking the diagram.'))
      return
    }
    onClose()
    onUnlinked(name.trim())
  })
  const error =
    found === undefined ? action.error?.message : t(UNLINK_PROBLEMS[found], { characters: NOT_IN_UNLINKED.join(' ') })
  return {
    name,
    error,
    isValid: found === undefined,
    isPending: action.isPending,
    change: (value: string) => {
      action.reset()
      setName(value)
    },
    run: () => {
      if (found === undefined) void action.run()
    },
  }
}
