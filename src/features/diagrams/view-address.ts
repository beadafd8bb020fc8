type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** Parsed query of the viewer. */
export interface ViewAddress {
  /** Page of the attachment. */
  pageId: string
  name: string
  version?: number
  /** Page within the diagram. */
  page?: string
  /** Page to return to. */
  from: string
}

/**
 * Parses the viewer's query; old URLs name the owner by `ceoid`, or by `pageId` where the page shows its own diagram.
 */
export function addressIn(query: Query): ViewAddress {
  const given = (name: string) => [query[name]].flat()[0] ?? ''
  const pageId = given('ceoid') || given('pageId')
  const version = Number(given('version'))
  const page = given('page')
  return {
    pageId,
    name: given('name'),
    from: given('pageId') || pageId,
    ...(Number.isSafeInteger(version) && version > 0 ? { version } : {}),
    ...(page === '' ? {} : { page }),
  }
}
