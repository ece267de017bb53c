-- The key table, partitioned by the bucket that is a pure function of the key itself: the day inside a UUIDv7, or one
-- bucket of its own for any other key. Because the same key always falls into the same bucket, the primary key stays
-- unique across midnight, and whole days can be dropped.
create table idempotency_keys (
  account_id   uuid        not null,
  key          text        not null,
  bucket       date        not null,
  operation    text        not null,
  fingerprint  bytea       not null,
  -- The stored answer: exact bytes and the three headers that carry meaning. Null only inside the first try's open
  -- transaction, so nobody else ever sees it null.
  status       smallint,
  content_type text,
  location     text,
  etag         text,
  body         bytea,
  -- True while the answer still waits for an outcome outside this database.
  provisional  boolean     not null default false,
  created_at   timestamptz not null default now(),
  constraint one_claim_per_key primary key (account_id, key, bucket)
) partition by range (bucket);

create table idempotency_keys_opaque partition of idempotency_keys
  for values from ('0001-01-01') to ('0001-01-02');
-- Opaque keys expire by age in bounded batches; their day buckets' siblings need no such index.
create index idempotency_keys_opaque_by_age on idempotency_keys_opaque (created_at);
