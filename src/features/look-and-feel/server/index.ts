export { lookAndFeelFeature } from './feature.ts'
