import java.math.BigDecimal
import org.openapitools.client.apis.*
import org.openapitools.client.infrastructure.*
import org.openapitools.client.models.*

// The flow of README.md with the client that openapi-generator generates for Kotlin.

val url: String = System.getenv("ASBUILT_URL")
val product: String = System.getenv("FLOW_PRODUCT")
val parent: String = System.getenv("FLOW_PARENT")
val reasonSUID: String = System.getenv("FLOW_REASON")
val items = MaterialItemsApi(url)

fun exact(value: Double): String = BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()

fun receive(serial: String, quantity: Double): MaterialItem {
    val lot = items.materialItemReceive(ReceiveRequest(product, quantity, visualSerialNo = parent + serial))
    println("received ${exact(lot.actualQty)}")
    return lot
}

inline fun <reified From, reified To> again(value: From): To =
    Serializer.moshi.adapter(To::class.java).fromJson(Serializer.moshi.adapter(From::class.java).toJson(value))!!

fun main() {
    ApiClient.accessToken = System.getenv("ASBUILT_KEY")
    val products = ProductsApi(url)
    val referenceData = ReferenceDataApi(url)
    val consumption = MaterialConsumptionApi(url)

    val listed = products.productList(ProductFilter(name = product)).first()
    println("listed ${listed.name}")

    // A record has the fields of its Upsert under the same names.
    val same = again<Product, ProductUpsert>(listed).copy(description = "Sent back")
    val kept = products.productUpsert(same)
    println("product ${kept.description!!.lowercase()}, ${kept.properties.size} property, ${kept.isActive}")

    val listedReason = referenceData.materialReasonList(MaterialReasonFilter(name = reasonSUID)).first()
    val reason = referenceData.materialReasonUpsert(
        MaterialReasonUpsert(id = listedReason.id, description = "Sent back"),
    )
    println("reason ${reason.description!!.lowercase()}, ${reason.transactions.size} transactions")

    receive("-A", 123456.789)
    val lot = receive("-B", 16777217.0)

    val line = BuildRequest(parent, "$parent-A", 23456.789, false)
    println("built, left ${exact(consumption.buildBuild(line).child.actualQty)}")

    val removal = RemoveRequest(parent, "$parent-A", 23456.789, reasonSUID)
    println("removed, left ${exact(consumption.buildRemove(removal).child.actualQty)}")

    try {
        consumption.buildRemove(removal)
    } catch (refused: ClientException) {
        val body = (refused.response as ClientError<*>).body.toString()
        val problem = Serializer.moshi.adapter(Problem::class.java).fromJson(body)!!
        println("refused ${problem.status} ${problem.code.value}")
    }

    val lines = listOf(line.copy(builtQty = 0.001), line.copy(builtQty = 999999999.0))
    for (result in consumption.buildBuildMany(BuildManyRequest(lines)).results) {
        val outcome = result.answer?.let { exact(it.child.actualQty) } ?: result.problem!!.code.value
        println("line ${result.line}: ${result.status} $outcome")
    }

    // The generator merges the two answers of Get into one class and loses what can be null.
    val found = items.materialItemGetByFilter(MaterialItemKey(ID = lot.id)).single()
    println("got ${found.visualSerialNo.removePrefix(parent)}")
    println("got ${items.materialItemGetByFilter(MaterialItemKey(ID = 9_999_999_999))}")
    System.exit(0)
}
