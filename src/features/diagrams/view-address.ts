type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** What the address of the viewer asks for. */
export interface ViewAddress {
  /** Page whose attachment the diagram is. */
  pageId: string
  name: string
  version?: number
  /** Page within the diagram. */
  page?: string
  /** Page that the reader came from. */
  from: string
}

/** Reads the viewer's address; old ones name the owner by `ceoid`, or by `pageId` where the page shows its own diagram. */
export function addressIn(query: Query): ViewAddress {
  const given = (name: string) => [query[name]].flat()[0] ?? ''
  const pageId = given('ceoid') || given('pageId')
  const version = Number(given('version'))
  const page = given('page')
  return {
    pageId, name: given('name'), from: given('pageId') || pageId,
    ...(Number.isSafeInteger(version) && version > 0 ? { version } : {}),
    ...(page === '' ? {} : { page }),
  }
}
