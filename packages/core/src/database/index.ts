export { d1Database, d1Executor, d1ExecutorNearest, type D1Like, d1Replicated } from "./d1.ts";
export type {
  BatchDatabase,
  Executor,
  ObservableExecutor,
  OnCommit,
  Replicas,
  Waiting,
} from "./executor.ts";
export { faultOf } from "./faults.ts";
export { fileExecutor, type NativeDatabase } from "./file.ts";
export { groupedExecutor } from "./grouped.ts";
export { optimisticExecutor } from "./optimistic.ts";
export { newSemaphore, type Permit, type Semaphore } from "./semaphore.ts";
export { plainSql } from "./bound.ts";
export { databaseName, isBookmark, replicated, type ReplicatedDatabase } from "./replicas.ts";
export { libsqlReplicated } from "./libsql-replicas.ts";
export { type LibsqlServer, libsqlServer } from "./libsql-server.ts";
export {
  type LibsqlClientLike,
  type LibsqlResults,
  remoteDatabase,
  remoteExecutor,
  within,
} from "./remote.ts";
export { isReplica } from "./replica.ts";
export { lazily } from "../values/lazily.ts";
