import { startSandbox } from '@/sandbox'

/*
 * A sandbox bank in a process of its own, on the data directory of the first argument, that goes on when its state file
 * can no longer be written: what it says then can be read. The shell that starts it limits how long a file may get.
 */
const { kit, pagesUrl } = await startSandbox({
  dataDir: process.argv[2] ?? '',
  apiPort: 0,
  pagesPort: 0,
  controlPort: 0,
  appUrl: 'http://localhost:3000',
})
console.log(JSON.stringify({ kit, pagesUrl }))
