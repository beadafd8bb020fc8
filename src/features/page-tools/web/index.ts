export { pageToolsWeb } from './feature.tsx'
export { ToolFrame } from './ToolFrame.tsx'
export { pageIdIn, prepareTool } from './tool-route.ts'
