/** What a layout works on: boxes and the ways between them, without anything of diagrams. */
import type { Point } from '../model/document.ts'
import type { Rect, Size } from '../shapes/contract.ts'

export interface Graph {
  nodes: GraphNode[]
  edges: GraphEdge[]
}

export interface GraphNode extends Rect {
  id: string
}

export interface GraphEdge {
  id: string
  /** Node above or before. */
  from: string
  /** Node below or after. */
  to: string
  labels: Size[]
  isOrthogonal: boolean
}

export type Direction = 'down' | 'right' | 'up' | 'left'

export interface Placement {
  /** Upper left corners of nodes by id, from no particular origin. */
  places: Map<string, Point>
  /** Ends and corners of those edges that the layout routed, from `from` to `to`; the others are routed by the renderer. */
  routes: Map<string, EdgeRoute>
}

export interface EdgeRoute {
  points: Point[]
  /** Level and upright stretches alone. */
  isOrthogonal: boolean
  /** Middles of the labels, in their order. */
  labels: Point[]
}

/** Rounds to half a px: keeps what is level level, as boxes of whole px have middles at halves. */
export function toHalf(value: number): number {
  return Math.round(value * 2) / 2
}
