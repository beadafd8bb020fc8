/** Screen at which readers get the bookmarklet. */
export const GET_PATH = '/plugins/sharelinksbookmarklet/get.action'
/** Path that the bookmarklet opens, with the address of the page that is shared in `bookmarkedURL`. */
export const SHARE_PATH = '/plugins/sharelinksbookmarklet/bookmarklet.action'

const POPUP = { width: 640, height: 580 }

/** Label of pages made of shared links. */
export const LINK_LABEL = 'shared-links'

/** The script of the bookmarklet, as an address. @param origin of the wiki, e.g. `https://wiki.example.org` */
export function bookmarkletOf(origin: string): string {
  const script =
    `(function(){var e=encodeURIComponent;window.open(${JSON.stringify(`${origin}${SHARE_PATH}?bookmarkedURL=`)}+e(location.href)` +
    `+'&title='+e(document.title),'oxbow-share-link','width=${POPUP.width},height=${POPUP.height},resizable=yes,scrollbars=yes')})()`
  return `javascript:${encodeURIComponent(script)}`
}

/** An address that may be shared: of the web, and no script. */
export function isSharable(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '')
}
