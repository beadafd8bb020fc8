import { walkElements, type StorageDocument, type StorageNode } from '#language/model.ts'
import { isMacro, macroOf } from '#language/views.ts'
import type { LinkedApplicationRow } from '#features/linked-apps/server/index.ts'

/** Of each kind in one text. */
const MOST = 50
const ISSUE_KEY = /^[A-Z][A-Z0-9_]{1,50}-[1-9]\d{0,9}$/

/** Mentions of an application in a text. */
export interface Mentions {
  readonly keys: ReadonlySet<string>
  /** Addresses of sprints by id, as the text gives them. */
  readonly sprints: ReadonlyMap<string, string>
  /** Addresses of versions by id. */
  readonly versions: ReadonlyMap<string, string>
}

/**
 * Mentions in a text by the application's id: issues named by a `jira` macro, and addresses within an application, of
 * links and in the text itself. A macro names its application by id, else by name, else it means the first.
 * @param applications the primary one first
 */
export function mentionsOf(
  doc: StorageDocument,
  applications: readonly LinkedApplicationRow[],
): ReadonlyMap<string, Mentions> {
  const found = new Map(
    applications.map(({ id }) => [
      id,
      { keys: new Set<string>(), sprints: new Map<string, string>(), versions: new Map<string, string>() },
    ]),
  )
  for (const element of walkElements(doc)) {
    if (isMacro(element) && element.attributes['ac:name'] === 'jira') {
      const { key = '', serverId, server } = macroOf(element).parameters
      const meant =
        applications.find(({ id }) => id === serverId) ??
        applications.find(({ name }) => name === server) ??
        applications[0]
      const keys = meant && found.get(meant.id)?.keys
      for (const each of key.split(',')) addKey(keys, each)
    }
  }
  for (const address of addressesIn(doc)) {
    const url = URL.parse(address)
    if (!url) continue
    for (const application of applications) {
      const mentions = found.get(application.id)
      const path = pathWithin(application, url)
      if (mentions && path !== undefined) addAddress(mentions, url, path)
    }
  }
  return found
}

/** Elements whose text readers see as it is written, or not at all. */
const UNREAD: ReadonlySet<string> = new Set([
  'ac:parameter',
  'ac:plain-text-body',
  'ac:placeholder',
  'ac:adf-attribute',
  'code',
  'pre',
])
const ADDRESS = /\bhttps?:\/\/[^\s<>"'()[\]{}]+/g

/** The addresses of a document: of links, and those that stand in the text. */
function* addressesIn({ children }: StorageDocument): Generator<string> {
  const waiting: StorageNode[] = [...children].toReversed()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'text') {
      if (node.text.includes('://')) for (const [address] of node.text.matchAll(ADDRESS)) yield withoutStop(address)
    } else if (node.type === 'element' && !UNREAD.has(node.name)) {
      const address = node.name === 'ri:url' ? node.attributes['ri:value'] : node.attributes['href']
      if (address !== undefined) yield address
      waiting.push(...node.children.toReversed())
    }
  }
}

/** The address without the punctuation of the sentence that it ends. */
function withoutStop(address: string): string {
  let end = address.length
  while (end > 0 && '.,;:!?'.includes(address.charAt(end - 1))) end--
  return address.slice(0, end)
}

/** The path of an address behind that of an application; undefined for an address elsewhere. */
export function pathWithin(
  { display_url, rpc_url }: Pick<LinkedApplicationRow, 'display_url' | 'rpc_url'>,
  url: URL,
): string | undefined {
  for (const address of [display_url, rpc_url]) {
    const base = new URL(address)
    const root = base.pathname.replace(/\/$/, '')
    if (url.origin === base.origin && (url.pathname === root || url.pathname.startsWith(`${root}/`)))
      return url.pathname.slice(root.length)
  }
  return undefined
}

interface Found {
  keys: Set<string>
  sprints: Map<string, string>
  versions: Map<string, string>
}

function addAddress({ keys, sprints, versions }: Found, url: URL, path: string): void {
  const version = /^\/(?:browse\/[^/]+\/fixforversion|projects\/[^/]+\/versions)\/(\d{1,15})(?:\/|$)/.exec(path)?.[1]
  const sprint = url.searchParams.get('sprint') ?? ''
  addKey(keys, /^\/(?:browse|projects\/[^/]+\/issues)\/([^/]+)\/?$/.exec(path)?.[1] ?? '')
  if (version !== undefined && versions.size < MOST) versions.set(version, url.href)
  if (/^\d{1,15}$/.test(sprint) && sprints.size < MOST) sprints.set(sprint, url.href)
}

function addKey(keys: Set<string> | undefined, text: string): void {
  const key = text.trim().toUpperCase()
  if (keys && keys.size < MOST && ISSUE_KEY.test(key)) keys.add(key)
}
