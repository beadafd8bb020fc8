import { idOfTiny, tinyId } from '#features/content-core/server/read.ts'

/** Parameters of addresses that name a content by its id. */
const ID_PARAMETERS =
  /([?&](?:pageId|contentId|draftId|parentPageId|fromPageId|attachmentId|commentId|focusedCommentId|replyToComment)=)((?:att)?\d{1,15})(?=[&#]|$)/gi
/** `#comment-123` */
const COMMENT_ANCHOR = /(#comment-)(\d{1,15})$/
/** `preview=/<page>/<file>/<name>`, with the slashes escaped or not, and `#!/preview/<page>/<file>`. */
const PREVIEW = /([?&#]preview=(?:\/|%2F)|#!\/preview=?\/)(\d{1,15})(\/|%2F)((?:att)?\d{1,15})(?=\/|%2F|[?&#]|$)/i
/** Paths in which the id of a content is a segment. */
const ID_PATHS = [
  /^(\/spaces\/[^/?#]+\/pages\/(?:edit-v2\/)?)(\d{1,15})(?=[/?#]|$)/,
  /^(\/spaces\/[^/?#]+\/blog\/\d{4}\/\d{2}\/\d{2}\/)(\d{1,15})(?=[/?#]|$)/,
  /^(\/download\/(?:attachments|thumbnails)\/)(\d{1,15})(?=[/?#]|$)/,
  /^(\/rest\/api\/content\/)((?:att)?\d{1,15})(?=[/?#]|$)/,
]
/** Paths in which the key of a space is a segment. */
const KEY_PATH = /^(\/(?:display|spaces|label|rest\/api\/space)\/)([^/?#]+)(?=[/?#]|$)/
/** Parameters of addresses that name a space; `key` is that of a page about a space. */
const KEY_PARAMETERS = [/([?&]spaceKey=)([^&#]+)/g, /(^\/(?:spaces|pages)\/[^?#]+\.action\?(?:[^#]*&)?key=)([^&#]+)/]
const TINY_PATH = /^(\/x\/)([\w-]{1,11})(?=[/?#]|$)/

export interface AddressesOptions {
  /** Address of this wiki, without a slash at the end. */
  here: string
  /** Address of the wiki that was exported, without a slash at the end; undefined if it is not known. */
  source: string | undefined
  /** The id that a content of the export gets here; undefined for other contents. */
  idHere(id: number): number | undefined
  /** The key that a space of the export gets here, if it is another one. */
  keyHere(key: string): string | undefined
}

/**
 * Brings addresses of the exported wiki into this one. Texts name pages of the export by its address and by paths. If
 * its address is not known, it is taken to be the one that this wiki has now.
 */
export class Addresses {
  readonly #options: AddressesOptions

  constructor(options: AddressesOptions) {
    this.#options = options
  }

  /** The address that a text has here; undefined if it stays as it is. */
  here(address: string): string | undefined {
    const place = this.#placeOf(address)
    if (!place) return undefined
    const changed = place.base + this.#withKeys(this.#withIds(place.rest))
    return changed === address ? undefined : changed
  }

  /** The id of a content here; undefined if it is the same. */
  idHere(source: string): string | undefined {
    // Files have the prefix `att` in some places.
    const [, prefix = '', digits] = /^(att)?(\d{1,15})$/i.exec(source) ?? []
    const id = digits === undefined ? undefined : this.#options.idHere(Number(digits))
    return id === undefined || String(id) === digits ? undefined : `${prefix}${id}`
  }

  /** The key of a space here; undefined if it is the same. */
  keyHere(source: string): string | undefined {
    const key = this.#options.keyHere(source)
    return key === source ? undefined : key
  }

  /** The address or path of this wiki, and the path within it; undefined for addresses of other servers. */
  #placeOf(address: string): { base: string; rest: string } | undefined {
    const { here, source = here } = this.#options
    const rest = restOf(address, source)
    if (rest !== undefined) return { base: here, rest }
    if (!/^\/(?!\/)/.test(address)) return undefined
    const [path, pathThere] = [pathOf(here), pathOf(source)]
    const below = pathThere === '' ? undefined : restOf(address, pathThere)
    if (below !== undefined) return { base: path, rest: below }
    // A path of this wiki names pages that were here before.
    return path !== '' && restOf(address, path) !== undefined ? undefined : { base: '', rest: address }
  }

  #withKeys(rest: string): string {
    const changed = (whole: string, before: string, escaped: string) => {
      const key = this.keyHere(unescaped(escaped))
      return key === undefined ? whole : before + encodeURIComponent(key).replaceAll('%7E', '~')
    }
    return KEY_PARAMETERS.reduce((result, pattern) => result.replace(pattern, changed), rest.replace(KEY_PATH, changed))
  }

  #withIds(rest: string): string {
    const changed = (id: string) => this.idHere(id) ?? id
    let result = rest
      .replace(ID_PARAMETERS, (_, before: string, id: string) => before + changed(id))
      .replace(COMMENT_ANCHOR, (_, before: string, id: string) => before + changed(id))
      .replace(
        PREVIEW,
        (_, before: string, page: string, between: string, file: string) =>
          before + changed(page) + between + changed(file),
      )
      .replace(TINY_PATH, (whole, before: string, tiny: string) => {
        const id = idOfTiny(tiny)
        const other = id === undefined ? undefined : this.idHere(String(id))
        return other === undefined ? whole : before + tinyId(Number(other))
      })
    for (const pattern of ID_PATHS)
      result = result.replace(pattern, (_, before: string, id: string) => before + changed(id))
    return result
  }
}

/** A part of an address without its escapes; as it is where these are broken. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function restOf(address: string, base: string): string | undefined {
  if (!address.startsWith(base)) return undefined
  const rest = address.slice(base.length)
  return rest === '' || /^[/?#]/.test(rest) ? rest : undefined
}

/** The path of an address; empty for the root. */
function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname.replace(/\/+$/, '') : ''
}
