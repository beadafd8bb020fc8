import { t } from '#platform/web/i18n.ts'
import { ARROWS, type Arrow } from '#diagrams/model/document.ts'
import { arrowHead } from '#diagrams/render/arrows.ts'
import type { PictureOption } from '../parts/Pictures.tsx'
import { DASHES, type DashName } from './shared.ts'

const WIDTH = 44
const HEIGHT = 20
const MIDDLE = HEIGHT / 2
/** Inset of the line's end, and the scale of arrowheads. */
const INSET = 3
const SCALE = 0.9

/** English names of arrowheads; they go through i18n. */
const ARROW_NAMES: Readonly<Record<Arrow, string>> = {
  none: 'No head',
  open: 'Open arrow',
  filled: 'Arrow',
  hollow: 'Hollow arrow',
  half: 'Half arrow',
  diamond: 'Diamond',
  'hollow-diamond': 'Hollow diamond',
  circle: 'Circle',
  'hollow-circle': 'Hollow circle',
  cross: 'Cross',
  square: 'Square',
  'hollow-square': 'Hollow square',
  one: 'One',
  'only-one': 'Only one',
  'zero-or-one': 'Zero or one',
  many: 'Many',
  'one-or-many': 'One or many',
  'zero-or-many': 'Zero or many',
  'double-filled': 'Double arrow',
  slash: 'Slash',
  'half-circle': 'Socket',
  'circle-plus': 'Circle with a plus',
}

/** Arrowheads as pictures, drawn by the renderer. */
export function arrowOptions(end: 'start' | 'end'): PictureOption<Arrow>[] {
  return ARROWS.map(arrow => ({
    id: arrow,
    label: t(ARROW_NAMES[arrow]),
    picture: <ArrowPicture arrow={arrow} end={end} />,
  }))
}

function ArrowPicture({ arrow, end }: { arrow: Arrow; end: 'start' | 'end' }) {
  const { filled, lines, back } = arrowHead(arrow, 1.5)
  const at =
    end === 'start'
      ? `translate(${INSET} ${MIDDLE}) scale(${SCALE})`
      : `translate(${WIDTH - INSET} ${MIDDLE}) scale(${-SCALE} ${SCALE})`
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <g transform={at} stroke="currentColor" strokeWidth={1.5} fill="none">
        <path d={`M${back} 0H${(WIDTH - 2 * INSET) / SCALE}`} />
        {lines && <path d={lines} />}
        {filled && <path d={filled} fill="currentColor" stroke="none" />}
      </g>
    </svg>
  )
}

const DASH_NAMES: Readonly<Record<DashName, string>> = {
  solid: 'Solid',
  dashed: 'Dashed',
  dotted: 'Dotted',
  long: 'Long dashes',
  'dash-dot': 'Dashes and dots',
  other: 'Other dashes',
}

/** Dash patterns as pictures; `other` only for a line with another one. */
export function dashOptions(current: DashName | null): PictureOption<DashName>[] {
  const names = [
    ...(Object.keys(DASHES) as (keyof typeof DASHES)[]),
    ...(current === 'other' ? ['other' as const] : []),
  ]
  return names.map(name => ({
    id: name,
    label: t(DASH_NAMES[name]),
    picture: <DashPicture lengths={name === 'other' ? [2, 1, 5, 1] : DASHES[name]} />,
  }))
}

function DashPicture({ lengths }: { lengths: readonly number[] | undefined }) {
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path
        d={`M2 ${MIDDLE}H${WIDTH - 2}`}
        stroke="currentColor"
        strokeWidth={1.75}
        strokeDasharray={lengths?.map(length => length * 1.5).join(' ')}
      />
    </svg>
  )
}

const ICON = {
  width: 16,
  height: 16,
  viewBox: '0 0 16 16',
  fill: 'none',
  stroke: 'currentColor',
  'aria-hidden': true,
} as const

/** Icons of routes, 16 px. */
export function RouteIcon({ route }: { route: 'straight' | 'orthogonal' | 'curved' }) {
  const way = {
    straight: 'M2.5 13.5L13.5 2.5',
    orthogonal: 'M2.5 13.5H8V2.5H13.5',
    curved: 'M2.5 13.5C9 13.5 7 2.5 13.5 2.5',
  }[route]
  return (
    <svg {...ICON} strokeWidth={1.5} strokeLinecap="round" strokeLinejoin="round">
      <path d={way} />
    </svg>
  )
}

/** Icons of fills, 16 px. */
export function FillIcon({ kind }: { kind: 'none' | 'solid' | 'gradient' }) {
  return (
    <svg {...ICON} strokeWidth={1.4}>
      {kind === 'gradient' && (
        <linearGradient id="ox-de-gradient" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.85" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0.05" />
        </linearGradient>
      )}
      <rect
        x="2.5"
        y="2.5"
        width="11"
        height="11"
        rx="2"
        fill={kind === 'solid' ? 'currentColor' : kind === 'gradient' ? 'url(#ox-de-gradient)' : 'none'}
      />
      {kind === 'none' && <path d="M3.5 12.5L12.5 3.5" />}
    </svg>
  )
}
