/** Defaults of the lightbox, in pixels and milliseconds. */
export const LIGHTBOX_DEFAULTS = {
  padding: 10,
  margin: 40,
  width: 560,
  height: 340,
  overlayOpacity: 0.7,
  speedIn: 300,
  speedOut: 300,
  changeSpeed: 300,
} as const
export type LightboxOptions = { readonly [Name in keyof typeof LIGHTBOX_DEFAULTS]: number }

/** State of the lightbox: `changing` is from one picture to the next. */
export type LightboxState = 'closed' | 'loading' | 'open' | 'changing'

export type LightboxEvent = 'show' | 'loaded' | 'failed' | 'close'

/** The state after an event; events that mean nothing in a state change nothing. */
export function nextState(state: LightboxState, event: LightboxEvent): LightboxState {
  switch (event) {
    case 'show':
      return state === 'open' || state === 'changing' ? 'changing' : 'loading'
    case 'loaded':
    case 'failed':
      // A message shows the failure.
      return state === 'closed' ? 'closed' : 'open'
    case 'close':
      return 'closed'
  }
}
