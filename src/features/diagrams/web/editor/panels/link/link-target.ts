import { useEffect, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import type { Link } from '#diagrams/model/document.ts'
import { useHost, type EditorHost, type FoundPage } from '../../services/host.ts'
import type { LinkedDiagram } from '../../protocol.ts'
import { useEditor } from '../../store/useEditor.ts'

type Target = FoundPage | LinkedDiagram

/**
 * Description of a link's target; undefined while its page's title or its diagram's name loads. Forbidden ones stay
 * unnamed.
 */
export function useLinkTarget(link: Link | undefined): string | undefined {
  const { findPage, findDiagram } = useHost()
  const editor = useEditor()
  const contentId = link?.kind === 'page' || link?.kind === 'diagram' ? link.contentId : undefined
  const key = contentId === undefined ? undefined : `${link?.kind} ${contentId}`
  const [found, setFound] = useState<{ key: string; target: Target | null | Error }>()
  useEffect(() => {
    if (key === undefined) return
    let isWanted = true
    targetOf({ findPage, findDiagram }, key).then(
      target => isWanted && setFound({ key, target }),
      (failure: unknown) =>
        isWanted && setFound({ key, target: failure instanceof Error ? failure : new Error(String(failure)) }),
    )
    return () => {
      isWanted = false
    }
  }, [key, findPage, findDiagram])
  switch (link?.kind) {
    case undefined:
      return undefined
    case 'url':
      return link.href
    case 'attachment':
      return link.name
    case 'page':
      return found && found.key === key ? sayPage(found.target, link.contentId) : undefined
    case 'diagram': {
      if (link.contentId !== undefined)
        return found && found.key === key ? sayDiagram(found.target, link.contentId, link.page) : undefined
      const page = editor.state().document.pages.find(({ id }) => id === link.page)
      return page ? t('Page “{{name}}” of this diagram', { name: page.name }) : t('A page of this diagram that is gone')
    }
  }
}

function targetOf(host: Pick<EditorHost, 'findPage' | 'findDiagram'>, key: string): Promise<Target | null> {
  const [kind, contentId = ''] = key.split(' ')
  return kind === 'page' ? host.findPage(contentId) : host.findDiagram(contentId)
}

function sayPage(page: Target | null | Error, contentId: string): string {
  // A failed request does not mean that it is gone.
  if (page instanceof Error) return t('Page with the number {{number}}', { number: contentId })
  if (!page || !('title' in page)) return t('A page that is gone, or that you may not see')
  return page.spaceName === '' ? page.title : t('{{page}} in {{space}}', { page: page.title, space: page.spaceName })
}

function sayDiagram(diagram: Target | null | Error, contentId: string, pageId: string | undefined): string {
  if (diagram instanceof Error) return t('Diagram with the number {{number}}', { number: contentId })
  if (!diagram || !('name' in diagram)) return t('A diagram that is gone, or that you may not see')
  const values = { name: diagram.name, page: diagram.pageTitle }
  const sheet = diagram.pages.find(({ id }) => id === pageId)
  return sheet
    ? t('“{{sheet}}” of the diagram “{{name}}” on {{page}}', { ...values, sheet: sheet.name })
    : t('The diagram “{{name}}” on {{page}}', values)
}
