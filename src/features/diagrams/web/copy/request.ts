import type { BodyInputOf, ParamsOf, QueryInputOf } from '#platform/contract.ts'
import type { saveDiagramAs } from '../../copy-contract.ts'
import type { CopyForm } from './validation.ts'

/** Page on which the dialog was opened. */
export interface DialogContext {
  pageId: string
  spaceKey: string
  spaceName: string
  baseUrl: string
}

/** The context of a document, from what it says of its page; undefined where that is another one, or none. */
export function contextFrom(meta: (name: string) => string | undefined, pageId: string): DialogContext | undefined {
  const spaceKey = meta('ajs-space-key')
  if (spaceKey === undefined || meta('ajs-page-id') !== pageId) return undefined
  return { pageId, spaceKey, spaceName: meta('ajs-space-name') ?? spaceKey, baseUrl: meta('ajs-base-url') ?? '' }
}

/** The diagram that is copied. */
export interface CopySource {
  /** Of its attachment. */
  pageId: string
  name: string
  /** Pinned version; default the latest. */
  version?: number | undefined
}

/** Content of an open editor, with its picture as a PNG data URL at scale 1, and as HTML. */
export type OpenDiagram = NonNullable<BodyInputOf<typeof saveDiagramAs>>

/** The parameters of a copy, by the names of the old product. */
export interface SaveAsParameters {
  sourcePageId: string
  sourceDiagramName: string
  sourceDiagramVersion?: number
  targetPageId?: string
  targetSpaceKey?: string
  targetDiagramName: string
  targetPageTitle?: string
  includeAlertLinkUrlParams: boolean
}

/** @param form one that is complete */
export function parametersOf(form: CopyForm, source: CopySource, context: DialogContext): SaveAsParameters {
  return {
    sourcePageId: source.pageId,
    sourceDiagramName: source.name,
    ...(source.version === undefined ? {} : { sourceDiagramVersion: source.version }),
    ...targetOf(form, context),
    targetDiagramName: form.name.trim(),
    includeAlertLinkUrlParams: true,
  }
}

function targetOf(
  { saveTo, title, space, page }: CopyForm,
  { pageId }: DialogContext,
): Pick<SaveAsParameters, 'targetPageId' | 'targetSpaceKey' | 'targetPageTitle'> {
  switch (saveTo) {
    case 'this':
      return { targetPageId: pageId }
    case 'new':
      return { targetSpaceKey: space?.key ?? '', targetPageTitle: title.trim() }
    case 'existing':
      return { targetPageId: page?.id ?? '' }
  }
}

interface SaveAsArguments {
  params: ParamsOf<typeof saveDiagramAs> extends infer P ? { [Name in keyof P]: string } : never
  query: QueryInputOf<typeof saveDiagramAs>
  body?: OpenDiagram
}

/** The arguments of the call; without content it is the wiki that copies what is stored. */
export function argumentsOf(
  { sourcePageId, sourceDiagramName, targetSpaceKey, includeAlertLinkUrlParams, ...query }: SaveAsParameters,
  content: OpenDiagram | undefined,
): SaveAsArguments {
  return {
    params: { sourcePageId, sourceDiagramName },
    query: {
      ...query,
      includeAlertLinkUrlParams: String(includeAlertLinkUrlParams),
      ...(targetSpaceKey === undefined ? {} : { space: targetSpaceKey }),
    },
    ...(content ? { body: content } : {}),
  }
}
