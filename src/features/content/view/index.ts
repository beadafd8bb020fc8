export { TreeRowView } from './SpaceSidebarView.tsx'
