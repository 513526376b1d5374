// Matchups counted with a bit for each dealer hand, 128 of them at a time.
//
// A tile holds the bits of 128 * WIDTH dealer hands in ROWS rows: for each card the hands that hold it, and for each
// strength that can be asked about the hands whose high, mid or low hand is below it. A task is a player hand with up to
// SLOTS ways to set it: its six cards and three strengths a slot, all of them numbers of rows. A thread has one task.
//
// ROWS, WIDTH, SLOTS and THREADS are given by who compiles this. WIDTH is odd, so that rows fall on different banks.

const unsigned CARDS = 6;
const unsigned ENTRIES = CARDS + 3 * SLOTS;

__device__ __forceinline__ uint4 operator|(uint4 a, uint4 b) {
    return make_uint4(a.x | b.x, a.y | b.y, a.z | b.z, a.w | b.w);
}

__device__ __forceinline__ uint4 operator&(uint4 a, uint4 b) {
    return make_uint4(a.x & b.x, a.y & b.y, a.z & b.z, a.w & b.w);
}

__device__ __forceinline__ uint4 operator~(uint4 a) {
    return make_uint4(~a.x, ~a.y, ~a.z, ~a.w);
}

__device__ __forceinline__ unsigned count(uint4 a) {
    return __popc(a.x) + __popc(a.y) + __popc(a.z) + __popc(a.w);
}

// asked: by entry and task, the numbers of rows. won, by entry and task, to be added to: the dealer hands that hold none
// of the six cards; then for each slot those of them that lose one matchup or more, two or more, all three.
// Tiles are shared out among the blocks of a column of the grid.
extern "C" __global__ void __launch_bounds__(THREADS, 2)
count_matchups(const uint4* tiles, unsigned number_of_tiles, const unsigned short* asked, unsigned tasks, unsigned* won) {
    extern __shared__ uint4 rows[];
    const unsigned task = blockIdx.x * THREADS + threadIdx.x;
    unsigned row[ENTRIES];
#pragma unroll
    for (unsigned entry = 0; entry < ENTRIES; ++entry)
        row[entry] = task < tasks ? asked[(size_t)entry * tasks + task] * WIDTH : 0;

    unsigned possible = 0, one[SLOTS] = {}, two[SLOTS] = {}, three[SLOTS] = {};
    for (unsigned tile = blockIdx.y; tile < number_of_tiles; tile += gridDim.y) {
        __syncthreads();
        const uint4* bits = tiles + (size_t)tile * (ROWS * WIDTH);
        for (unsigned place = threadIdx.x; place < ROWS * WIDTH; place += THREADS)
            rows[place] = bits[place];
        __syncthreads();

        for (unsigned at = 0; at < WIDTH; ++at) {
            uint4 held = rows[row[0] + at];
#pragma unroll
            for (unsigned card = 1; card < CARDS; ++card)
                held = held | rows[row[card] + at];
            const uint4 free = ~held;
            possible += count(free);
#pragma unroll
            for (unsigned slot = 0; slot < SLOTS; ++slot) {
                const uint4 high = rows[row[CARDS + 3 * slot] + at];
                const uint4 mid = rows[row[CARDS + 3 * slot + 1] + at];
                const uint4 low = rows[row[CARDS + 3 * slot + 2] + at];
                one[slot] += count(free & (high | mid | low));
                two[slot] += count(free & ((high & mid) | (high & low) | (mid & low)));
                three[slot] += count(free & high & mid & low);
            }
        }
    }

    if (task >= tasks)
        return;
    atomicAdd(won + task, possible);
#pragma unroll
    for (unsigned slot = 0; slot < SLOTS; ++slot) {
        unsigned* of_slot = won + (size_t)(1 + 3 * slot) * tasks + task;
        atomicAdd(of_slot, one[slot]);
        atomicAdd(of_slot + tasks, two[slot]);
        atomicAdd(of_slot + 2 * (size_t)tasks, three[slot]);
    }
}
