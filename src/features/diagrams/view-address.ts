type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** Parsed query of the viewer. */
export interface ViewAddress {
  /** Page of the attachment. */
  pageId: string
  name: string
  version?: number
  /** The editor opens with this version, which the page is pinned to, instead of the latest. */
  edited?: number
  /** Page within the diagram. */
  page?: string
  /** Page to return to. */
  from: string
  /** Beside its versions. */
  isHistory: boolean
  /** An older or newer version, which `version` or the latest is compared with. */
  compared?: number
}

/**
 * Parses the viewer's query; old URLs name the owner by `ceoid`, or by `pageId` where the page shows its own diagram.
 */
export function addressIn(query: Query): ViewAddress {
  const given = (name: string) => [query[name]].flat()[0] ?? ''
  const pageId = given('ceoid') || given('pageId')
  const [version, edited, compared] = ['version', 'attachmentVersion', 'compare'].map(name => wholeNumber(given(name)))
  const page = given('page')
  return {
    pageId,
    name: given('name'),
    from: given('pageId') || pageId,
    ...(version === undefined ? {} : { version }),
    ...(edited === undefined ? {} : { edited }),
    ...(page === '' ? {} : { page }),
    isHistory: given('history') === 'true',
    ...(compared === undefined ? {} : { compared }),
  }
}

/** Which diagram, and which version of it, the editor opens with. */
export function editorQuery({ name, edited }: Pick<ViewAddress, 'name' | 'edited'>): {
  name?: string
  version?: number
} {
  if (name === '') return {}
  return { name, ...(edited === undefined ? {} : { version: edited }) }
}

function wholeNumber(text: string): number | undefined {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}
