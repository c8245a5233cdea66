export { health as GET } from '@/lib/web/operations'
