/**
 * Node flags that keep a worker small and cheap. Measured on an idle worker with ten sandbox chains
 * on two cores (`npm run bench -- worker-idle`): 4.5 % of a core and 315 MB with the larger young
 * generation alone, 4.8 % and 248 MB with slower growth of the old one; 8.5 % and 218 MB with
 * `--optimize-for-size --max-semi-space-size=2`, whose savings are spent on garbage collection.
 * package.json's `worker` has the same flags.
 */
export const WORKER_FLAGS = ["--max-semi-space-size=8", "--heap-growing-percent=20"];
