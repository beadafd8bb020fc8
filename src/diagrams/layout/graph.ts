/** Layout graphs: boxes and edges, independent of diagrams. */
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
  /** Upper left corners of nodes by id, with an arbitrary origin. */
  places: Map<string, Point>
  /** Ends and corners of the routed edges, from `from` to `to`; the renderer routes the others. */
  routes: Map<string, EdgeRoute>
}

export interface EdgeRoute {
  points: Point[]
  /** Horizontal and vertical segments only. */
  isOrthogonal: boolean
  /** Middles of the labels, in order. */
  labels: Point[]
}

/** Rounds to half a px, as boxes of whole px have middles at halves. */
export function toHalf(value: number): number {
  return Math.round(value * 2) / 2
}
