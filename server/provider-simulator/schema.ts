// The tables. Payments, charges, refunds and events are only ever inserted: a trigger refuses to change or delete
// them, so whatever the shop or a test does, the record of what was charged stays true.

/** Sent as one message, so it is one transaction. Run at every start; changes nothing when the tables exist. The lock
 * lets two processes start at once. */
export const schemaSql = `
select pg_advisory_xact_lock(hashtext('provider-simulator schema'));

create table if not exists idempotent_requests (
  key text primary key,
  -- SHA-256 of operation and parameters.
  fingerprint text not null,
  -- Which run of which process is working on it ("boot:n"). Only it may record the answer.
  holder text not null,
  -- How often work on this key was started, and how often the key was used again after 24 h.
  tries integer not null default 1,
  generation integer not null default 1,
  -- Null until the answer is final. Text, because a replay repeats the same bytes.
  status integer,
  body text,
  created_at timestamptz not null default clock_timestamp()
);

create table if not exists payment_intents (
  seq bigint generated always as identity primary key,
  id text not null unique,
  created bigint not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('succeeded', 'requires_payment_method')),
  payment_method text not null,
  description text,
  metadata jsonb not null,
  latest_charge text not null
);

create table if not exists charges (
  seq bigint generated always as identity primary key,
  id text not null unique,
  created bigint not null,
  payment_intent text not null references payment_intents (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('succeeded', 'failed')),
  payment_method text not null,
  description text,
  metadata jsonb not null,
  decline_code text,
  idempotency_key text not null,
  key_generation integer not null,
  -- However often a request is repeated, and by however many processes: one key, one charge.
  constraint one_charge_per_key unique (idempotency_key, key_generation)
);

create table if not exists refunds (
  seq bigint generated always as identity primary key,
  id text not null unique,
  created bigint not null,
  charge text not null references charges (id),
  payment_intent text not null references payment_intents (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text,
  metadata jsonb not null,
  -- What had been refunded before this one. Refunds of a charge form one chain from 0 upwards: the unique constraint
  -- decides between two refunds at once, and the check keeps the chain inside the charge.
  refunded_before bigint not null check (refunded_before >= 0),
  charge_amount bigint not null,
  idempotency_key text not null,
  key_generation integer not null,
  constraint one_refund_at_a_time unique (charge, refunded_before),
  constraint refunds_within_charge check (refunded_before + amount <= charge_amount),
  constraint one_refund_per_key unique (idempotency_key, key_generation)
);

create table if not exists events (
  seq bigint generated always as identity primary key,
  id text not null unique,
  created bigint not null,
  type text not null,
  -- The event as it is sent, byte for byte.
  payload text not null
);

create table if not exists webhook_deliveries (
  id bigint generated always as identity primary key,
  event text not null references events (id),
  -- Metadata of the payment that the event is about, so that a test can hold only its own.
  subject jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'given_up')),
  held boolean not null default false,
  due_at timestamptz not null,
  tries integer not null default 0,
  last_status integer,
  last_error text,
  delivered_at timestamptz
);
create index if not exists webhook_deliveries_due on webhook_deliveries (due_at, id) where state = 'pending';

create table if not exists requests (
  seq bigint generated always as identity primary key,
  id text not null unique,
  at timestamptz not null default clock_timestamp(),
  operation text not null,
  path text not null,
  key text,
  payment_intent text,
  order_id text,
  payment_method text,
  fault text,
  outcome text not null default 'running',
  status integer,
  replayed boolean not null default false
);
create index if not exists requests_by_key on requests (key);
create index if not exists requests_by_order on requests (order_id);

create index if not exists payment_intents_newest on payment_intents (created desc, seq desc);
create index if not exists charges_newest on charges (created desc, seq desc);
create index if not exists charges_by_intent on charges (payment_intent);
create index if not exists refunds_newest on refunds (created desc, seq desc);
create index if not exists refunds_by_intent on refunds (payment_intent);
create index if not exists events_newest on events (created desc, seq desc);

create or replace function refuse_to_rewrite_history() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op);
end $$;
do $$
declare
  t text;
begin
  foreach t in array array['payment_intents', 'charges', 'refunds', 'events'] loop
    execute format('create or replace trigger append_only before update or delete on %I
      for each row execute function refuse_to_rewrite_history()', t);
  end loop;
end $$;
`;
