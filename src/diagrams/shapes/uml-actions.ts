/** Actions and parts with pins and ports, of UML and SysML. Pins keep their size. */
import { shape } from './define.ts'
import { body, line, polygon, rect, roundRect, strokes } from './paths.ts'

const PIN = 10
const pin = (w: number, h: number): number => Math.min(PIN, w / 4, h / 3)
const ACTION = [140, 60] as const

export const umlActionShapes = [
  shape(
    'uml.call-behaviour',
    'Call behaviour action',
    ACTION,
    (w, h) => {
      const [x, y, s] = [w - 3 * pin(w, h), h - 2 * pin(w, h), pin(w, h) * 1.4]
      return [
        body(roundRect(0, 0, w, h, 10)),
        strokes(
          line(x + s / 2, y, x + s / 2, y + s),
          line(x, y + s / 2, x + s, y + s / 2),
          line(x, y + s / 2, x, y + s),
          line(x + s, y + s / 2, x + s, y + s),
        ),
      ]
    },
    { keywords: 'activity sysml rake invocation' },
  ),
  shape(
    'uml.action-pin-left',
    'Action with a pin at the left',
    ACTION,
    (w, h) => {
      const s = pin(w, h)
      return [body(roundRect(s, 0, w - s, h, 10)), body(rect(0, (h - s) / 2, s, s))]
    },
    { keywords: 'activity sysml object flow input' },
  ),
  shape(
    'uml.action-pin-right',
    'Action with a pin at the right',
    ACTION,
    (w, h) => {
      const s = pin(w, h)
      return [body(roundRect(0, 0, w - s, h, 10)), body(rect(w - s, (h - s) / 2, s, s))]
    },
    { keywords: 'activity sysml object flow output' },
  ),
  shape(
    'uml.activity-parameter',
    'Activity with parameters',
    [200, 140],
    (w, h) => {
      const s = Math.min(2 * PIN, w / 8, h / 4)
      return [
        body(roundRect(s / 2, 0, w - s, h, 10)),
        body(rect(0, h / 2 - s, s, 2 * s)),
        body(rect(w - s, h / 2 - s, s, 2 * s)),
      ]
    },
    { keywords: 'sysml node frame', container: true },
  ),
  shape(
    'uml.part-port-left',
    'Part with a port at the left',
    ACTION,
    (w, h) => {
      const s = pin(w, h)
      return [body(rect(s / 2, 0, w - s / 2, h)), body(rect(0, (h - s) / 2, s, s)), arrow(s * 0.2, h / 2, s * 0.6)]
    },
    { keywords: 'sysml block item flow' },
  ),
  shape(
    'uml.part-port-right',
    'Part with a port at the right',
    ACTION,
    (w, h) => {
      const s = pin(w, h)
      return [body(rect(0, 0, w - s / 2, h)), body(rect(w - s, (h - s) / 2, s, s)), arrow(w - s * 0.8, h / 2, s * 0.6)]
    },
    { keywords: 'sysml block item flow' },
  ),
]

/** An arrow to the right within a port. */
function arrow(x: number, y: number, length: number) {
  const half = length / 2
  return strokes(line(x, y, x + length, y), polygon(x + half, y - half, x + length, y, x + half, y + half))
}
