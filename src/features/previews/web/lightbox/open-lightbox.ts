import { createElement } from 'react'
import { t } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { opened } from '../open.ts'
import { LIGHTBOX_DEFAULTS, type LightboxOptions } from './state.ts'

/** Name under which scripts on a page require the lightbox. */
export const LIGHTBOX_MODULE = 'lightbox'
const DEPRECATED = 'The lightbox is deprecated: use the file previewer instead.'

/**
 * Shows pictures by their addresses, for scripts of the old product; new code opens the previewer.
 * @throws TypeError for an address of another scheme than http or https
 */
export function openLightbox(addresses: string | readonly string[], options: Partial<LightboxOptions> = {}): void {
  console.warn(DEPRECATED)
  const pictures = [addresses].flat().map(address => {
    const url = new URL(address, location.href)
    if (!/^https?:$/.test(url.protocol)) throw new TypeError(`The lightbox shows no ${url.protocol} addresses`)
    return url.href
  })
  import('./Lightbox.tsx').then(
    ({ Lightbox }) =>
      opened.set(close =>
        createElement(Lightbox, { pictures, options: { ...LIGHTBOX_DEFAULTS, ...options }, onClose: close }),
      ),
    () => showToast({ kind: 'error', title: t('We were unable to load the file previewer') }),
  )
}
