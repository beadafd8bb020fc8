export const FRAME_MACRO = 'iframe'
/** Macro of videos, by its name in Confluence. */
export const WIDGET_MACRO = 'widget'
/** Address of the document in which a site is shown; `url` names the page of it. */
export const FRAME_PATH = '/rest/oxbow/1.0/external-frames'

/** A frame, as the macro tells it to the browser. */
export interface FrameView {
  /** Address of the document around the site. */
  readonly src: string
  readonly title: string
  /** CSS lengths. */
  readonly width: string
  readonly height: string
  /** CSS ratio of width and height, for a frame whose height is `auto`. */
  readonly aspectRatio?: string
  readonly hasBorder: boolean
  /** Whether it may fill the screen. */
  readonly isVideo?: true
}
