export { health as GET, health as HEAD } from '@/lib/web/operations'
