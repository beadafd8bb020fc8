/** Videos of other sites: the addresses that people copy, and those of the players that frames show. */

export interface Video {
  readonly service: 'YouTube' | 'Vimeo' | 'Loom'
  readonly id: string
  /** Address of the player. Its host has to be allowed in frames. */
  readonly player: string
  /** Higher than wide. */
  readonly isUpright: boolean
}

const YOUTUBE_HOST = /^(?:(?:www\.|m\.)?youtube\.com|www\.youtube-nocookie\.com|youtu\.be)$/
const VIMEO_HOST = /^(?:(?:www\.)?vimeo\.com|player\.vimeo\.com)$/
const LOOM_HOST = /^(?:www\.)?loom\.com$/

/** Without the names of players of lists and of channels, which are as long as ids. */
const YOUTUBE_ID = /^(?!videoseries$|live_stream$)[\w-]{11}$/
/** The second part is the key of a video that is not listed. */
const VIMEO_PATH = /^\/(?:video\/)?(\d{1,12})(?:\/([0-9a-f]{6,40}))?\/?$/
const VIMEO_KEY = /^[0-9a-f]{6,40}$/
const LOOM_PATH = /^\/(?:share|embed)\/([0-9a-f]{32})\/?$/

/** The video that an address leads to; undefined for other addresses. */
export function videoOf(address: string): Video | undefined {
  const url = URL.parse(address.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.port !== '' || url.username !== '') return undefined
  if (YOUTUBE_HOST.test(url.hostname)) return youtubeOf(url)
  if (VIMEO_HOST.test(url.hostname)) return vimeoOf(url)
  return LOOM_HOST.test(url.hostname) ? loomOf(url) : undefined
}

/** Whether an address is that of a player of {@link videoOf}. */
export const isPlayer = ({ href }: URL): boolean => videoOf(href)?.player === href

function youtubeOf({ hostname, pathname, searchParams }: URL): Video | undefined {
  const [, kind, named] = /^\/(?:(shorts|embed|live)\/)?([^/]+)\/?$/.exec(pathname) ?? []
  const isShort = hostname === 'youtu.be'
  if (isShort && kind !== undefined) return undefined
  const watched = named === 'watch' && !isShort ? searchParams.get('v') : undefined
  const id = kind === undefined && !isShort ? watched : named
  if (!id || !YOUTUBE_ID.test(id)) return undefined
  const start = secondsOf(searchParams.get('start') ?? searchParams.get('t') ?? '')
  const query = start > 0 ? `?start=${start}` : ''
  const player = `https://www.youtube-nocookie.com/embed/${id}${query}`
  return { service: 'YouTube', id, player, isUpright: kind === 'shorts' }
}

/** Seconds of a time such as `90`, `90s` or `1h2m3s`; 0 for other texts. */
function secondsOf(time: string): number {
  const [, hours, minutes, seconds] = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time) ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

function vimeoOf({ pathname, searchParams }: URL): Video | undefined {
  const [, id, named] = VIMEO_PATH.exec(pathname) ?? []
  if (id === undefined) return undefined
  const key = named ?? searchParams.get('h') ?? ''
  const query = VIMEO_KEY.test(key) ? `?h=${key}` : ''
  return { service: 'Vimeo', id, player: `https://player.vimeo.com/video/${id}${query}`, isUpright: false }
}

function loomOf({ pathname }: URL): Video | undefined {
  const [, id] = LOOM_PATH.exec(pathname) ?? []
  return id === undefined
    ? undefined
    : { service: 'Loom', id, player: `https://www.loom.com/embed/${id}`, isUpright: false }
}
