import { extensionPoint } from './extensions.ts'

/**
 * Draws an SVG of our own as PNG, with the fonts that come with the wiki; one feature provides it.
 * @throws HttpError 503 on timeout or with too many requests
 */
export type SvgDrawer = (svg: string, scale: number) => Promise<Buffer>
export const svgDrawers = extensionPoint<SvgDrawer>('platform.svg-drawers')
