/** draw.io's BPMN shapes: few names, with the symbol in style markers. */
import { findShape } from '../../shapes/library.ts'
import type { Style } from './style.ts'

/** Event markers and their names here. */
const SYMBOLS: Readonly<Record<string, string>> = {
  message: 'message',
  timer: 'timer',
  error: 'error',
  escalation: 'escalation',
  cancel: 'cancel',
  compensation: 'compensation',
  conditional: 'conditional',
  link: 'link',
  signal: 'signal',
  multiple: 'multiple',
  parallelMultiple: 'parallel-multiple',
  terminate: 'terminate',
  terminate2: 'terminate',
}
const GATEWAYS: Readonly<Record<string, string>> = {
  exclusiveGw: 'exclusive',
  parallelGw: 'parallel',
  inclusiveGw: 'inclusive',
  complexGw: 'complex',
}
const TASKS: Readonly<Record<string, string>> = {
  user: 'user',
  service: 'service',
  send: 'send',
  receive: 'receive',
  script: 'script',
  manual: 'manual',
  businessRule: 'business-rule',
}
/** Outlines of catching events: double lines. */
const CATCHING = /^(?:catching|boundInt|boundNonint)/

/**
 * Shape of a BPMN symbol.
 * @param name after `mxgraph.bpmn.`
 * @returns the shape's id, or undefined for unknown markers
 */
export function bpmnShape(name: string, { values }: Style): string | undefined {
  if (name === 'task' || name === 'task2') {
    const marker = lookUp(TASKS, values.get('taskMarker'))
    return marker === undefined ? undefined : `bpmn.${marker}-task`
  }
  const symbol = values.get('symbol') ?? 'general'
  const gateway = lookUp(GATEWAYS, values.has('gwType') ? `${values.get('gwType')}Gw` : symbol)
  if (gateway !== undefined) return `bpmn.gateway-${gateway}`
  const outline = values.get('outline')
  if (name !== 'event' && (name !== 'shape' || outline === undefined)) return undefined
  const kind =
    outline === 'end'
      ? 'end'
      : outline === 'throwing'
        ? 'throw'
        : CATCHING.test(outline ?? '')
          ? 'intermediate'
          : 'start'
  const marker = lookUp(SYMBOLS, symbol)
  const id = marker === undefined ? `bpmn.${kind}` : `bpmn.${marker}-${kind}`
  return findShape(id) ? id : `bpmn.${kind === 'throw' ? 'intermediate' : kind}`
}

function lookUp(table: Readonly<Record<string, string>>, key: string | undefined): string | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined
}
